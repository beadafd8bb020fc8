import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The server renders the documents and names the entry's files from the manifest.
  appType: 'custom',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // Everything under assets/ bears a hash of its content, so that browsers may keep it for ever.
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'src/web.tsx' },
  },
})
