import { expect, it } from 'vitest'
import { documentFacts, ensureTaskIds, macros, parse, references, tasks, toText } from './index.ts'

const TEXT = `<h1>Title</h1><p>Words <ac:link><ri:user ri:username="ada" /></ac:link> and
  <ac:link><ri:page ri:content-title="Other" ri:space-key="DS" /></ac:link></p>
  <ac:structured-macro ac:name="status" ac:macro-id="1"><ac:parameter ac:name="title">OK</ac:parameter></ac:structured-macro>
  <ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>Do <time datetime="2026-11-25" /></ac:task-body></ac:task></ac:task-list>`

it('are what the document has', () => {
  const document = parse(TEXT)
  const facts = documentFacts(document)
  expect(facts.references).toEqual(references(document))
  expect(facts.text).toBe(toText(document))
  expect(facts.macros).toEqual(macros(document).map(({ name, parameters }) => ({ name, parameters })))
  const [task] = tasks(ensureTaskIds(document))
  const { id, status, text, due, assignee } = task ?? {}
  expect(facts.tasks).toEqual([{ id, status, text, due, assignee }])
  expect(facts.tasks).toMatchObject([{ id: '1', status: 'complete', text: 'Do 2026-11-25', due: '2026-11-25' }])
})

it('are plain data', () => {
  const facts = documentFacts(parse(TEXT))
  expect(structuredClone(facts)).toEqual({ ...facts })
})

it('have the first of each kind, where there are very many', () => {
  const links = Array.from({ length: 6000 }, (_, index) => `<a href="/${index}">x</a>`).join('')
  const mention = '<ac:link><ri:user ri:username="ada" /></ac:link>'
  const { references: found } = documentFacts(parse(`<p>${links}${mention}</p>`))
  expect(found.length).toBe(5001)
  expect(found.at(-1)).toMatchObject({ kind: 'user', username: 'ada' })
  const calls = '<ac:structured-macro ac:name="status" />'.repeat(1500)
  const { macros: called } = documentFacts(parse(`<p>${calls}<ac:structured-macro ac:name="toc" /></p>`))
  expect(called.map(({ name }) => name)).toEqual([...Array<string>(1000).fill('status'), 'toc'])
})
