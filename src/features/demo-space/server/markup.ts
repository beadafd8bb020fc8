/** Short forms of storage format, so that the pages of the demonstration read as what they say. */

export const macro = (name: string, body: string, parameters: Record<string, string> = {}): string =>
  `<ac:structured-macro ac:name="${name}">${parametersOf(parameters)}<ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`

export const bare = (name: string, parameters: Record<string, string> = {}): string =>
  `<ac:structured-macro ac:name="${name}">${parametersOf(parameters)}</ac:structured-macro>`

export const code = (language: string, text: string, parameters: Record<string, string> = {}): string =>
  `<ac:structured-macro ac:name="code">${parametersOf({ language, ...parameters })}` +
  `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body></ac:structured-macro>`

/** A link to a page of the demonstration. */
export const link = (title: string): string => `<ac:link><ri:page ri:content-title="${title}" /></ac:link>`

export const status = (title: string, colour: string): string => bare('status', { colour, title })

export const tasks = (...items: readonly [done: boolean, text: string][]): string =>
  `<ac:task-list>${items
    .map(
      ([done, text], index) =>
        `<ac:task><ac:task-id>${index + 1}</ac:task-id><ac:task-status>${done ? 'complete' : 'incomplete'}</ac:task-status>` +
        `<ac:task-body>${text}</ac:task-body></ac:task>`,
    )
    .join('')}</ac:task-list>`

export const layout = (...sections: readonly [type: string, ...cells: string[]][]): string =>
  `<ac:layout>${sections
    .map(
      ([type, ...cells]) =>
        `<ac:layout-section ac:type="${type}">${cells.map(cell => `<ac:layout-cell>${cell}</ac:layout-cell>`).join('')}</ac:layout-section>`,
    )
    .join('')}</ac:layout>`

export const table = (head: readonly string[], ...rows: readonly (readonly string[])[]): string =>
  `<table><tbody><tr>${head.map(cell => `<th>${cell}</th>`).join('')}</tr>` +
  `${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`

function parametersOf(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
    .join('')
}
