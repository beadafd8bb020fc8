import { LIMITS, Refusal } from './protocol.ts'

/**
 * The words of the first pages of a PDF, as many as are read in the time for it.
 * @throws Refusal for a file that is damaged or protected
 */
export async function wordsOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await load()
  const begun = process.cpuUsage()
  const isTooLong = () => {
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000 > LIMITS.pdfProcessor
  }
  const task = pdf.getDocument({
    // It takes no Buffer.
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    const document = await task.promise
    let text = ''
    const last = Math.min(document.numPages, LIMITS.pages)
    for (let number = 1; number <= last && text.length < LIMITS.words && !isTooLong(); number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
      text += '\n'
      page.cleanup()
    }
    return text
  } catch (error) {
    throw new Refusal('This file is damaged or protected by a password', { cause: error })
  } finally {
    await task.destroy()
  }
}

/** The library looks for classes of browsers as it loads, of which text needs none. */
async function load() {
  const globals = globalThis as Record<string, unknown>
  globals['DOMMatrix'] ??= class {}
  globals['ImageData'] ??= class {}
  globals['Path2D'] ??= class {}
  // With its worker at hand it starts none.
  globals['pdfjsWorker'] = await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}
