import { expect, it } from 'vitest'
import { builtinMacros, defineMacro, parse, serialise } from '#language/index.ts'
import { MacroParameters } from './parameters.ts'

const list = defineMacro({
  name: 'list',
  aliases: ['list-old'],
  title: 'List',
  description: '',
  category: 'reporting',
  body: 'none',
  output: 'block',
  parameters: {
    where: { type: 'space', label: '', list: 'words', aliases: ['in'] },
    filter: { type: 'cql', label: '' },
    root: { type: 'page', label: '' },
    site: { type: 'url', label: '' },
    spaceKey: { type: 'text', label: '', aliases: [''] },
    heading: { type: 'text', label: '' },
  },
  render: call => call.root('div', {}),
})
const parameters = new MacroParameters([...builtinMacros, list])
const KEYS: Readonly<Record<string, string>> = { OLD: 'NEW', NEW: 'OLD', '~ada': '~grace' }
const names = {
  keyHere: (key: string) => KEYS[key],
  idHere: (id: string) => (id === '12' ? '912' : undefined),
  addressHere: (address: string) => (address === '/display/OLD' ? '/display/NEW' : undefined),
  templateName: (id: string) => (id === '12' ? 'Minutes' : undefined),
}
const macro = (name: string, parameter: string, value: string) =>
  `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="${parameter}">${value}</ac:parameter></ac:structured-macro>`

it.each([
  // By the type that the macro gives its parameter, by any of its names.
  ['list', 'where', 'OLD', 'NEW'],
  ['list-old', 'in', '+OLD, -NEW  X,@self,~ada', '+NEW, -OLD  X,@self,~grace'],
  ['list', 'filter', 'space = OLD and ancestor = 12', 'space = NEW and ancestor = 912'],
  ['list', 'root', 'OLD:OLD: a title', 'NEW:OLD: a title'],
  ['list', 'root', 'OLD', 'OLD'],
  ['list', 'root', '@home', '@home'],
  ['create-from-template', 'templateId', '12', 'Minutes'],
  ['create-from-template', 'templateId', '13', '13'],
  ['list', 'site', '/display/OLD', '/display/NEW'],
  ['list', '', 'OLD', 'NEW'],
  ['list', 'heading', 'OLD', 'OLD'],
  // By its name, of macros that the wiki does not have.
  ['unknown', 'spaceKey', 'OLD', 'NEW'],
  ['unknown', 'spaces', 'OLD,OLDER', 'NEW,OLDER'],
  ['unknown', 'an.spaceKey', 'OLD', 'NEW'],
  ['unknown', 'cql', 'space in (&quot;OLD&quot;)', 'space in (&quot;NEW&quot;)'],
  ['unknown', 'url', '/display/OLD', '/display/NEW'],
  ['gliffy', 'pageid', '12', '912'],
  ['unknown', 'width', '12', '12'],
  ['unknown', 'workspace', 'OLD', 'OLD'],
  ['tasks-report-macro', 'spaceAndPage', 'space:OLD,page:12', 'space:NEW,page:912'],
  ['tasks-report-macro', 'pages', '12, 112', '912, 112'],
  // References that the language reads are brought here as such.
  ['include', '', 'OLD:Title', 'OLD:Title'],
])('the macro %s with %s = %s has %s here', (name, parameter, value, expected) => {
  const { doc, changed } = parameters.rewritten(parse(macro(name, parameter, value)), names)
  expect(serialise(doc)).toBe(serialise(parse(macro(name, parameter, expected))))
  expect(changed).toBe(value === expected ? 0 : 1)
})

it('changes macros within others once, and leaves a text without such as it is', () => {
  const within = (inner: string) =>
    `<ac:structured-macro ac:name="panel"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
  const { doc, changed } = parameters.rewritten(parse(within(macro('list', 'where', 'OLD'))), names)
  expect(serialise(doc)).toBe(serialise(parse(within(macro('list', 'where', 'NEW')))))
  expect(changed).toBe(1)
  const plain = parse('<p>OLD</p>')
  expect(parameters.rewritten(plain, names).doc).toBe(plain)
})
