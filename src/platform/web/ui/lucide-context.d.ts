declare module 'lucide-react/dist/esm/context.mjs' {
  export { LucideProvider } from 'lucide-react'
}
