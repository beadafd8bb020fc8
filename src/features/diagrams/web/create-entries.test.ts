import { describe, expect, it } from 'vitest'
import { CREATE_ENTRIES, createHref } from './create-entries.ts'

const entry = (end: string) => CREATE_ENTRIES.find(({ id }) => id === `gliffy-blueprint-item-${end}`)
const queryOf = (end: string, place: { spaceKey?: string; contentId?: string }) => {
  const found = entry(end)
  if (!found) throw new Error(`no entry ${end}`)
  const url = new URL(createHref(found, place), 'https://wiki.example.org')
  expect(url.pathname).toBe('/pages/createpage.action')
  return Object.fromEntries(url.searchParams)
}

describe('what of diagrams can be created', () => {
  it('leads to the create-page action with what the old product passes', () => {
    expect(queryOf('main', { spaceKey: 'DOCS' })).toEqual({
      showGliffyMacro: 'true',
      fromCreateDialog: 'true',
      spaceKey: 'DOCS',
      newSpaceKey: 'DOCS',
    })
    expect(queryOf('network', { spaceKey: '~ada', contentId: '7' })).toEqual({
      showGliffyMacro: 'true',
      createDiagramType: 'network',
      spaceKey: '~ada',
      newSpaceKey: '~ada',
      fromPageId: '7',
    })
    expect(queryOf('org', {})).toEqual({ showGliffyMacro: 'true', createDiagramType: 'org', newSpaceKey: '' })
  })

  it('holds a placeholder for packs, which is not offered [D2.7-08]', () => {
    expect(entry('pack')).toMatchObject({ isPlaceholder: true })
    expect(CREATE_ENTRIES.filter(({ isPlaceholder }) => !isPlaceholder).map(({ id }) => id.split('-').at(-1))).toEqual([
      'main',
      'org',
      'network',
      'software',
    ])
  })
})
