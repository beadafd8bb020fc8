import { getDocument, GlobalWorkerOptions, version, type PDFDocumentLoadingTask } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler gives the file's address
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** Character maps, fonts and decoders of the library, as `vite.config.ts` puts them beside the app. */
const PARTS = `/assets/pdfjs-${version}/`

/** Opens a PDF, of which only the pages that are looked at are fetched. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  const parts = new URL(PARTS, location.href).href
  return getDocument({
    url,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    iccUrl: `${parts}iccs/`,
    wasmUrl: `${parts}wasm/`,
    // The policy of pages allows no WebAssembly; the library brings the same decoders as scripts.
    useWasm: false,
    disableAutoFetch: true,
    enableXfa: false,
    verbosity: 0,
  })
}
