import 'react'

declare module 'react' {
  // Custom properties in style objects.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
