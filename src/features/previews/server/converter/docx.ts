import { zipSync, type Unzipped } from 'fflate'
import { Refusal } from './protocol.ts'
import { safeHtmlOf } from './html.ts'
import { unzipWithin, xmlOf } from './zip.ts'

const WANTED = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:[^/]+\.xml|_rels\/[^/]+\.rels|media\/[^/]+))$/
/** Bytes of pictures that are shown. */
const PICTURES = 8 * 1024 * 1024
const SHOWN = /^image\/(?:png|jpeg|gif|webp)$/

/** The document as HTML, with its pictures. @throws Refusal */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  let left = PICTURES
  const { value } = await read(bytes, buffer =>
    mammoth.convertToHtml(
      { buffer },
      {
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async image => {
          const picture = SHOWN.test(image.contentType) ? await image.readAsBase64String() : ''
          left -= picture.length
          // An image without a source is left out by the renderer.
          return { src: picture === '' || left < 0 ? '' : `data:${image.contentType};base64,${picture}` }
        }),
      },
    ),
  )
  return safeHtmlOf(value)
}

/** The words of the document. @throws Refusal */
export async function wordsOfDocx(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  return (await read(bytes, buffer => mammoth.extractRawText({ buffer }))).value
}

/** Hands the library an archive whose entries were checked, none of them compressed. */
async function read<T>(bytes: Uint8Array, convert: (buffer: Buffer) => Promise<T>): Promise<T> {
  const files: Unzipped = unzipWithin(bytes, WANTED)
  if (!files['word/document.xml']) throw new Refusal('This file is damaged or protected by a password')
  for (const name of Object.keys(files)) if (/\.(?:xml|rels)$/.test(name)) xmlOf(files, name)
  const checked = Buffer.from(zipSync(files, { level: 0 }))
  try {
    return await convert(checked)
  } catch (error) {
    throw new Refusal('This file is damaged or protected by a password', { cause: error })
  }
}
