/** Excerpts of the apps MultiExcerpt and Shared Blocks, which have names and of which a page may have many. */
import { empty } from '../html/html.ts'
import type { StorageDocument } from '../model.ts'
import type { MacroInvocation } from '../views.ts'
import { excerptKinds, findExcerpt, type ExcerptKind } from './excerpts.ts'
import { includeExcerpt } from './pages.ts'
import { defineMacro, type Macro } from './registry.ts'

const INLINE = /-inline-macro$/

/** Name of an excerpt, and how texts of both products write it. */
const name = {
  type: 'text',
  label: 'Name',
  help: 'Tells the excerpts of a page apart.',
  required: true,
  aliases: ['MultiExcerptName', ''],
  maxLength: 500,
} as const
const page = { type: 'page', label: 'Page', required: true, posts: true } as const
const hidden = { type: 'boolean', label: 'Hide on this page' } as const

const outputOf = ({ name: macroName }: MacroInvocation) => (INLINE.test(macroName) ? 'inline' : 'block')

const multiExcerpt = defineMacro({
  name: 'multiexcerpt',
  aliases: excerptKinds.multiexcerpt.macros.slice(1),
  title: 'Named excerpt',
  description: 'A part of the page that other pages can include by its name.',
  category: 'confluence-content',
  body: 'rich',
  isBox: false,
  output: outputOf,
  parameters: { name, hidden },
  render: call =>
    call.parameters.hidden ? empty : call.root(call.inline ? 'span' : 'div', { class: 'excerpt' }, call.body()),
})

const multiExcerptInclude = defineMacro({
  name: 'multiexcerpt-include',
  aliases: [
    'multiexcerpt-include-macro',
    'multiexcerpt-fast-include-block-macro',
    'multiexcerpt-fast-include-inline-macro',
  ],
  title: 'Include named excerpt',
  description: 'A named excerpt of another page.',
  category: 'confluence-content',
  body: 'none',
  output: invocation => (/inline/.test(invocation.name) ? 'inline' : 'block'),
  parameters: {
    page: { ...page, aliases: ['PageWithExcerpt', 'pageTitle'] },
    name: {
      ...name,
      type: 'excerpt',
      label: 'Name of the excerpt',
      help: 'As it is written in the other page.',
      page: 'page',
      of: 'multiexcerpt',
    },
    addpanel: { type: 'boolean', label: 'In a box', aliases: ['panel', 'addPanel'] },
  },
  render(call, context) {
    const { page: reference, name: wanted, addpanel } = call.parameters
    return includeExcerpt(call, context, {
      reference,
      hasPanel: addpanel && !call.inline,
      find: doc => findNamed(doc, 'multiexcerpt', wanted),
    })
  },
})

const KEY = 'shared-block-key'

const sharedBlock = defineMacro({
  name: 'shared-block',
  title: 'Shared block',
  description: 'A part of the page that other pages can include by its key.',
  category: 'confluence-content',
  body: 'rich',
  isBox: false,
  output: 'block',
  parameters: { [KEY]: { type: 'text', label: 'Key', required: true, maxLength: 500 }, hidden },
  render: call => (call.parameters.hidden ? empty : call.root('div', { class: 'excerpt' }, call.body())),
})

const includeSharedBlock = defineMacro({
  name: 'include-shared-block',
  title: 'Include shared block',
  description: 'A shared block of another page.',
  category: 'confluence-content',
  body: 'none',
  output: 'block',
  parameters: {
    page,
    [KEY]: { type: 'excerpt', label: 'Key', required: true, maxLength: 500, page: 'page', of: 'shared-block' },
  },
  render: (call, context) =>
    includeExcerpt(call, context, {
      reference: call.parameters.page,
      hasPanel: false,
      find: doc => findNamed(doc, 'shared-block', call.parameters[KEY]),
    }),
})

/** The excerpt with that name; none without a name. */
function findNamed(doc: StorageDocument, kind: ExcerptKind, name: string | undefined): MacroInvocation | undefined {
  return name?.trim() ? findExcerpt(doc, kind, name) : undefined
}

export const namedExcerpts: readonly Macro[] = [multiExcerpt, multiExcerptInclude, sharedBlock, includeSharedBlock]
