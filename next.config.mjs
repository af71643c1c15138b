// The screens only: `/api` and `/socket.io` never reach Next (server/main.ts hands it the rest of the paths).
process.env.NEXT_TELEMETRY_DISABLED ??= '1'

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // No screen shows a picture that needs it, and it would print addresses that anybody asks for into the log as they came.
  images: { unoptimized: true },
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  // `npm run check` types the whole repository; the build need not do it a second time.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    // A desk that comes back answers telephones first; a page is loaded when somebody opens it.
    preloadEntriesOnStart: false,
  },
}
