/** Characters of a file's bytes: by its byte order mark, else UTF-8 where it is valid, else Windows-1252. */
export function decodeText(bytes: Uint8Array, isCut: boolean): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // The last character of a text that was cut may be incomplete.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Share of NUL bytes beyond which a file without a byte order mark is no text. */
const MOST_NULS = 0.001

/** Whether the bytes can be read as text. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true
  const head = bytes.subarray(0, 64 * 1024)
  return head.filter(byte => byte === 0).length <= head.length * MOST_NULS
}
