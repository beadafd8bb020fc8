/** Markdown as HTML for the parser of the clipboard, which keeps what the editor knows. Loaded with the first paste. */
import { Marked, type Token, type Tokens } from 'marked'
import { MACRO_OF_ALERT } from '#language/markdown/alerts.ts'
import { escapeText } from './escape.ts'

/** HTML of Markdown with the extensions of GitHub: tables, tasks, alerts. */
export function htmlOf(text: string): string {
  return markdown.parse(text.replaceAll(/\r\n?/g, '\n').replace(FRONT_MATTER, '```yaml\n$1```\n'), { async: false })
}

/** Properties before the text, as generators of sites and note programs write them. */
const FRONT_MATTER = /^---\n((?:[\w-]+:.*\n(?:[ \t-].*\n)*)+)---\n/

/** Tags without attributes that are understood; any other is text, such as `List<String>`. */
const KNOWN_TAG = /^<\/?(?:b|br|code|del|em|i|kbd|s|strong|sub|sup|u)\s*\/?>$/i

const ALERT = /^<p>\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:<br>)?\n?/

const markdown = new Marked({
  gfm: true,
  walkTokens(token) {
    if (token.type === 'list' && !isTaskList(token as Tokens.List)) for (const item of token['items']) unbox(item)
  },
  renderer: {
    // Without the line end that is added by default.
    code: ({ text, lang }) =>
      `<pre><code class="language-${/^[\w+#-]+/.exec(lang ?? '')?.[0] ?? 'text'}">${escapeText(text)}</code></pre>`,
    html: ({ text, raw, block }) => {
      if (/^\s*<!--[\s\S]*-->\s*$/.test(raw)) return ''
      if (block) return `<p>${escapeText(raw.trim()).replaceAll('\n', '<br>')}</p>`
      return KNOWN_TAG.test(text) ? text : escapeText(text)
    },
    image: ({ href, raw }) => (/^https?:/i.test(href) ? false : escapeText(raw)),
    list(token) {
      if (!isTaskList(token)) return false
      return `<ul class="contains-task-list">${token.items.map(item => this.listitem(item)).join('')}</ul>`
    },
    blockquote({ tokens }) {
      const inner = this.parser.parse(tokens)
      const macro = MACRO_OF_ALERT[ALERT.exec(inner)?.[1] ?? '']
      // The class of a rendered box is its macro's name, but for one.
      const kind = macro === 'info' ? 'information' : macro
      return kind
        ? `<div class="confluence-information-macro confluence-information-macro-${kind}"><div class="confluence-information-macro-body">${inner.replace(ALERT, '<p>').replace(/^<p><\/p>\s*(?=<)/, '')}</div></div>`
        : `<blockquote>${inner}</blockquote>`
    },
  },
})

function isTaskList({ ordered, items }: Tokens.List): boolean {
  return !ordered && items.every(({ task }) => task)
}

/** Makes the box of an item text, in lists that are no task lists. */
function unbox({ tokens }: Tokens.ListItem): void {
  const [first] = tokens
  const place = first && 'tokens' in first && first.tokens ? first.tokens : tokens
  const box = place[0]
  if (box?.type === 'checkbox') place[0] = { type: 'text', raw: box.raw, text: box.raw, escaped: false } satisfies Token
}
