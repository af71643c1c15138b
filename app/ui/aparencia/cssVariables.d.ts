import 'react'

// React's own type knows no custom properties: `style={{ '--linha': 2 }}`.
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number
  }
}
