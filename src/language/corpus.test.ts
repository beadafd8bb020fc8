import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  equivalent,
  outline,
  parse,
  references,
  rewriteReferences,
  serialise,
  setTaskStatus,
  StorageSyntaxError,
  tasks,
  toText,
} from './index.ts'
import { renderText } from './testing.ts'

const folder = path.resolve(import.meta.dirname, '../../../shared/corpus/storage')
const malformed = path.join(folder, 'malformed')
const isThere = existsSync(folder)

function documents(where: string): string[] {
  return isThere ? readdirSync(where).filter(name => name.endsWith('.xml')) : []
}

describe.skipIf(!isThere)('the corpus of real pages (skipped where ../shared/corpus is absent)', () => {
  it('is not empty', () => {
    expect(documents(folder).length).toBeGreaterThan(500)
    expect(documents(malformed).length).toBeGreaterThan(20)
  })

  it.each(documents(folder))('%s is written canonically and renders', async name => {
    const source = readFileSync(path.join(folder, name), 'utf8')
    const doc = parse(source)
    const canonical = serialise(doc)
    expect(equivalent(source, canonical)).toBe(true)
    expect(serialise(parse(canonical))).toBe(canonical)
    const { html } = await renderText(source)
    expect(html).not.toMatch(/<script|<iframe|\son\w+="|javascript:/i)
    const ids = outline(doc, 'T').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(toText(doc)).not.toMatch(/\n\n|[ \t]\n/)
    const changeNothing = rewriteReferences(doc, () => undefined)
    expect([changeNothing.doc, changeNothing.changed]).toEqual([doc, 0])
    const everyTitle = new Set(
      references(doc).flatMap(reference => (reference.kind === 'page' ? [reference.title] : [])),
    )
    const renamed = rewriteReferences(doc, reference => (reference.kind === 'page' ? { title: 'Renamed' } : undefined))
    const titles = references(renamed.doc).flatMap(reference => (reference.kind === 'page' ? [reference.title] : []))
    expect(new Set(titles)).toEqual(new Set(everyTitle.size > 0 ? ['Renamed'] : []))
    for (const { id } of tasks(doc)) {
      if (!id) continue
      const done = tasks(setTaskStatus(doc, id, 'complete')).filter(task => task.id === id)
      expect(done.every(({ status }) => status === 'complete')).toBe(true)
    }
  })

  it.each(documents(malformed))('%s is refused with a line and a column', name => {
    const source = readFileSync(path.join(malformed, name), 'utf8')
    let error: unknown
    try {
      parse(source)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(StorageSyntaxError)
    const { line, column } = error as StorageSyntaxError
    const lines = source.split('\n')
    expect(line).toBeGreaterThanOrEqual(1)
    expect(line).toBeLessThanOrEqual(lines.length)
    expect(column).toBeGreaterThanOrEqual(1)
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
  })
})
