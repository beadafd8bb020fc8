import type { Wiki } from './generate.ts'

/**
 * A page as people write them, in some kilobytes of storage format: headings, text, links, a table, macros, and tasks
 * with those who are to do them.
 * @param nth makes it another one
 */
export function pageText(nth: number, { words, pages }: Wiki): string {
  let picked = nth * 31
  const word = () => words[(picked = picked * 7 + 13) % words.length] ?? 'word'
  const said = (count: number) => {
    picked %= 1_000_003
    return Array.from({ length: count }, word).join(' ')
  }
  const text = () => `<p>${said(40)} <strong>${said(3)}</strong> ${said(20)}.</p>`
  const link = (index: number) => {
    const space = pages[(nth * 17 + index) % pages.length]?.space ?? ''
    return `<p>See <ac:link><ri:page ri:space-key="${space}" ri:content-title="Page ${(nth * 17 + index) % pages.length} of ${space}" /></ac:link> and <a href="https://example.org/${nth}">elsewhere</a>.</p>`
  }
  const row = () => `<tr>${Array.from({ length: 4 }, () => `<td>${said(4)}</td>`).join('')}</tr>`
  const task = (id: number) =>
    `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body><ac:link><ri:user ri:username="user${(nth + id) % 100}" /></ac:link> ${said(6)}</ac:task-body></ac:task>`
  const times = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join('')
  return [
    `<h1>${said(3)}</h1><ac:structured-macro ac:name="toc" />${text()}${times(2, link)}`,
    `<ac:structured-macro ac:name="info"><ac:rich-text-body>${text()}</ac:rich-text-body></ac:structured-macro>`,
    `<h2>${said(3)}</h2>${times(2, text)}<table><tbody>${times(6, row)}</tbody></table>`,
    `<h2>${said(3)}</h2><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">java</ac:parameter><ac:plain-text-body><![CDATA[System.out.println("${said(5)}");]]></ac:plain-text-body></ac:structured-macro>`,
    `${text()}<ac:task-list>${times(4, index => task(index + 1))}</ac:task-list>${text()}`,
  ].join('')
}
