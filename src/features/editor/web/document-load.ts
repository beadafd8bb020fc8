import { before } from './deadline.ts'

/** The code of the editor could not be loaded; the cause is the error of the import. */
export class CodeError extends Error {
  override name = 'CodeError'
}

/**
 * Whether the editor's address works as a full page load.
 * @param deadline epoch milliseconds
 * @param missing error of the editor's code, when that could not be loaded: a document helps only when it has the code
 *   of another version of the wiki, or when the script comes by now and the browser alone remembers the failure
 */
export async function opensAsDocument(href: string, deadline: number, missing?: CodeError): Promise<boolean> {
  try {
    const answer = await before(deadline, fetch(href, { headers: { Accept: 'text/html' }, credentials: 'same-origin' }))
    if (!answer.ok || !missing) return answer.ok
    return !hasSameCode(await before(deadline, answer.text())) || (await before(deadline, comesByNow(missing)))
  } catch {
    // The first failure is reported.
    return false
  }
}

/** Whether a document loads the script of this one, whose name has a hash of its content. */
function hasSameCode(html: string): boolean {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  return !script || html.includes(`src="${script}"`)
}

/**
 * Whether the script whose import failed can be fetched. A document imports it once: the failure stays in its module
 * map, and only Chromium and Firefox name the script in their errors.
 */
async function comesByNow({ cause }: CodeError): Promise<boolean> {
  const script = cause instanceof Error ? /https?:\S+\.js/.exec(cause.message)?.[0] : undefined
  return script !== undefined && (await fetch(script, { cache: 'no-store' })).ok
}
