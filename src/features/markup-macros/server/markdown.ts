import { defineMacro, parse } from '#language/index.ts'
import { markdownToStorage } from '#language/markdown/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { sourceNotice } from './notice.ts'

/** Characters of one text. */
const MOST_CHARACTERS = 100_000

/** `markdown`: its text is rendered as if it had been written in the page; HTML within it is text. */
export const markdownMacro = defineMacro({
  name: 'markdown',
  title: 'Markdown',
  description: 'Text that is written in Markdown.',
  category: 'formatting',
  insert: { keywords: 'markdown md text', opensForm: true },
  body: 'plain',
  output: 'block',
  parameters: {},
  render(call, context) {
    const { t } = readerOf(contextOf(context))
    if (call.plain.length > MOST_CHARACTERS)
      return sourceNotice(call, t('The text is too long to be shown.'), call.plain.slice(0, MOST_CHARACTERS))
    try {
      const { children } = parse(markdownToStorage(call.plain, { spaceKey: context.page.spaceKey }))
      return call.root('div', { class: 'markdown-macro' }, context.nodes(children))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return sourceNotice(call, t('The text could not be read: {{reason}}', { reason }), call.plain)
    }
  },
})
