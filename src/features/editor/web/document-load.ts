import { before } from './deadline.ts'

/**
 * Whether the editor's address works as a full page load.
 * @param deadline epoch milliseconds
 * @param isCodeMissing whether the code of the editor could not be loaded: a document with the same code would fail
 *   likewise, and only one of another version of the wiki helps
 */
export async function opensAsDocument(href: string, deadline: number, isCodeMissing: boolean): Promise<boolean> {
  try {
    const answer = await before(deadline, fetch(href, { headers: { Accept: 'text/html' }, credentials: 'same-origin' }))
    return answer.ok && !(isCodeMissing && hasSameCode(await before(deadline, answer.text())))
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
