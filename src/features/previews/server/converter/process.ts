/** The converter process; see pool.ts. It reads files of strangers: it may be killed at any time. */
import { messageOf } from '#platform/message-of.ts'
import { answerParent } from '#platform/server/answer-parent.ts'
import { extensionOf } from '../../shared.ts'
import { readCsv } from './csv.ts'
import { drawDiagram, type Drawing } from './diagram.ts'
import { readDocx, wordsOfDocx } from './docx.ts'
import { codeHtml, safeHtml } from './html.ts'
import { readOdp, readOds, readOdt } from './opendocument.ts'
import { wordsOfPdf } from './pdf.ts'
import { drawPptx, readPptx } from './pptx.ts'
import { lengthOf, LIMITS, Refusal, type ConvertAnswer, type ConvertRequest, type ConvertResult } from './protocol.ts'
import { withinResult, wordsOf, type Sheet } from './table.ts'
import { decodeText, looksLikeText } from './text.ts'
import { readXlsx } from './xlsx.ts'
import { document, nodesToText, toText, type StorageNode } from '#language/index.ts'

async function convert({ task, kind, name, bytes, isCut }: ConvertRequest): Promise<ConvertResult> {
  if (task === 'text') {
    const text = await wordsIn(kind, name, bytes, isCut)
    return { kind: 'words', text: text.toWellFormed().replaceAll('\0', ' ').slice(0, LIMITS.words) }
  }
  switch (kind) {
    case 'document':
      return { kind, html: isOpenDocument(name, bytes) ? await safeHtml(readOdt(bytes)) : await readDocx(bytes) }
    case 'table':
      return { kind, sheets: withinResult(sheetsIn(name, bytes, isCut)) }
    case 'slides':
      return { kind, ...(await shownSlides(name, bytes)) }
    case 'diagram':
      return { kind, pages: await drawDiagram(decodeText(bytes, false)) }
    case 'text':
      if (!looksLikeText(bytes)) throw new Refusal('This file is no text')
      return { kind, html: await codeHtml(decodeText(bytes, isCut), extensionOf(name)), isCut }
    case 'pdf':
      throw new Error('Browsers show PDF by themselves')
  }
}

async function wordsIn(kind: ConvertRequest['kind'], name: string, bytes: Uint8Array, isCut: boolean): Promise<string> {
  switch (kind) {
    case 'pdf':
      return wordsOfPdf(bytes)
    case 'document':
      return isOpenDocument(name, bytes) ? toText(document(readOdt(bytes))) : wordsOfDocx(bytes)
    case 'table':
      return wordsOf(sheetsIn(name, bytes, false))
    case 'slides':
      return slidesIn(name, bytes)
        .map(nodes => nodesToText(nodes))
        .join('\n')
    case 'text':
      return looksLikeText(bytes) ? decodeText(bytes, isCut) : ''
    default:
      throw new Error(`No words are read of the kind ${kind}`)
  }
}

/** OpenDocument archives begin with an entry that names their type. */
function isOpenDocument(name: string, bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 120)).toString('latin1')
  return head.includes('application/vnd.oasis.opendocument') || /\.od[tps]$/i.test(name)
}

function sheetsIn(name: string, bytes: Uint8Array, isCut: boolean): Sheet[] {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isArchive && looksLikeText(bytes)) return [readCsv(decodeText(bytes, isCut), isCut)]
  return isOpenDocument(name, bytes) ? readOds(bytes) : readXlsx(bytes)
}

function slidesIn(name: string, bytes: Uint8Array): StorageNode[][] {
  return isOpenDocument(name, bytes) ? readOdp(bytes) : readPptx(bytes)
}

/** Slides as text, and as pictures where they can be drawn. */
async function shownSlides(
  name: string,
  bytes: Uint8Array,
): Promise<{ slides: string[]; pictures: (Drawing | null)[] }> {
  const slides = await htmlOfSlides(slidesIn(name, bytes))
  const drawn = isOpenDocument(name, bytes) ? [] : drawPptx(bytes)
  let left = LIMITS.result - lengthOf(slides)
  const pictures = drawn.map((drawing): Drawing | null => {
    left -= drawing?.svg.length ?? 0
    return drawing && left >= 0 ? drawing : null
  })
  return { slides, pictures }
}

async function htmlOfSlides(slides: readonly StorageNode[][]): Promise<string[]> {
  let left: number = LIMITS.result
  const shown: string[] = []
  for (const slide of slides) {
    const html = await safeHtml(slide)
    left -= html.length
    if (left < 0) throw new Refusal('This file is too large to be shown')
    shown.push(html)
  }
  return shown
}

async function answer(request: ConvertRequest): Promise<ConvertAnswer> {
  try {
    return { id: request.id, result: await convert(request) }
  } catch (error) {
    return { id: request.id, error: messageOf(error), isRefusal: error instanceof Refusal }
  }
}

answerParent(answer)
