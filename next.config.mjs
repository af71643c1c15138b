// The screens only: `/api` and `/socket.io` never reach Next (server/main.ts hands it the rest of the paths).
process.env.NEXT_TELEMETRY_DISABLED ??= '1'

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // No screen needs the image optimizer, and it would write every address that anybody requests into the log unchanged.
  images: { unoptimized: true },
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  // `npm run check` types the whole repository; the build need not do it a second time.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    // A restarted desk handles calls first; a page is loaded when somebody opens it.
    preloadEntriesOnStart: false,
  },
}
