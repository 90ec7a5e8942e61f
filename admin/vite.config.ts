import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the service. */
const SERVICE_URL = process.env['CALENDS_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  // Relative, because the service may be below any path.
  base: './',
  // In the page, the service sets the folder of its files.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `{{assets}}${name}` : { relative: true }),
  },
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: '../dist/admin',
    assetsDir: '',
    emptyOutDir: true,
    target: 'es2022',
    // In kB. The file of the modules that most screens share is larger than Vite's limit for warnings.
    chunkSizeWarningLimit: 1000,
    // Modules of most screens are one file: a hundred small ones compress worse and load slower.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 20 }] } } },
  },
  server: { proxy: { '^/(?!admin)': SERVICE_URL } },
})
