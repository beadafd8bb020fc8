import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EDITOR_PATH, NOT_IN_UNLINKED, UNLINK_PROBLEMS, unlinkNameProblem, VIEWER_PATH } from './names.ts'

describe('the name of an unlinked copy', () => {
  it('cannot contain certain characters, which the message lists [D5-13]', () => {
    expect(NOT_IN_UNLINKED.join(' ')).toBe(String.raw`" \ / | : { < & + ? = ;`)
    for (const character of NOT_IN_UNLINKED)
      expect(unlinkNameProblem(`My ${character} diagram`), character).toBe('characters')
    expect(UNLINK_PROBLEMS.characters).toBe(
      'The diagram name cannot contain any of the following characters: {{characters}}',
    )
  })

  it('is not blank, is free on the page, and is that of a file', () => {
    expect([unlinkNameProblem(''), unlinkNameProblem(' \t ')]).toEqual(['empty', 'empty'])
    expect(unlinkNameProblem(' Flow ', ['Flow'])).toBe('taken')
    expect(unlinkNameProblem('Flow', ['flow', 'Flow 2'])).toBeUndefined()
    expect(unlinkNameProblem('Ablauf (öffentlich), 50 % @ [x]')).toBeUndefined()
    for (const name of ['..', 'a\u0007b', 'x'.repeat(252), 'ö'.repeat(126)])
      expect(unlinkNameProblem(name), name).toBe('invalid')
  })
})

describe('addresses of diagrams', () => {
  it('in the browser are those of the viewer and the editor alone, and no page has one [D2-01]', () => {
    const folder = new URL('./web/', import.meta.url)
    const registered = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !/\.(?:test|e2e)\./.test(file))
      .flatMap(file => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/screenRoute\(\{\s*path: ([^,]+),/g)])
      .map(([, path]) => path)
    expect(registered).toEqual(['VIEWER_PATH', 'EDITOR_PATH'])
    expect([VIEWER_PATH, EDITOR_PATH]).toEqual(['/plugins/gliffy/viewer.action', '/plugins/gliffy/editor.action'])
  })
})
