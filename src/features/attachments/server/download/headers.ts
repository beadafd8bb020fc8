import { create } from 'content-disposition'

/** Media types that a browser may show. None of them can run a script, and `nosniff` holds the browser to them. */
const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
])

/**
 * Media types that a page of ours could load as a script or a style sheet: the wiki's policy lets it, since uploads
 * come from its own origin, and browsers go by this type alone (WHATWG MIME Sniffing, 4.6, and `nosniff`). Sent as
 * text, which they refuse.
 */
const ACTIVE = /^(?:text|application)\/(?:(?:x-)?(?:java|ecma|j|live)script[\d.]*|css|wasm)$/

/** An upload opened as a document has no scripts, does not have our origin and has no way out. */
const INERT =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
/** Browsers show PDF by a built-in viewer, which a sandbox would take away. */
const PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

export interface NamedFile {
  title: string
  mediaType: string
}

/**
 * Headers that keep an upload from acting in our origin, whatever it claims to be: a short list of types is shown, all
 * else is for saving. SVG shows in an `<img>`, where it runs nothing; opened by itself it is saved.
 */
export function fileHeaders({ title, mediaType }: NamedFile, forSaving: boolean): Record<string, string> {
  const shown = SHOWN.has(mediaType) && !forSaving
  return {
    'content-type': mediaType === 'text/plain' || ACTIVE.test(mediaType) ? 'text/plain;charset=UTF-8' : mediaType,
    'content-disposition': create(title, { type: shown ? 'inline' : 'attachment' }),
    'content-security-policy': shown && mediaType === 'application/pdf' ? PDF : INERT,
    'x-content-type-options': 'nosniff',
  }
}
