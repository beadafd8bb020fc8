import { defineMacro } from '#language/index.ts'

/** `table-filter`: its parameters, of which there are many, are kept as they are. */
export const tableFilter = defineMacro({
  name: 'table-filter',
  title: 'Table filter',
  description: 'Tables with the filters of an app. The wiki shows the whole tables, without filters.',
  category: 'formatting',
  body: 'rich',
  isBox: false,
  output: 'block',
  parameters: {},
  render: call => call.root('div', { class: 'table-filter' }, call.body()),
})
