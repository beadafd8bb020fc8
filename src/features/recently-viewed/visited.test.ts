import { describe, expect, it } from 'vitest'
import { byDay, filterVisited, merged, termsOf } from './visited-list.ts'
import { MOST_VISITED, readVisited, withVisit, type NewVisit, type VisitedPage } from './visited.ts'

const visit = (id: string, lastSeen = 1, more: Partial<NewVisit> = {}): NewVisit => ({
  id,
  title: `Page ${id}`,
  space: 'Docs',
  type: 'page',
  url: `/display/DOCS/${id}`,
  lastSeen,
  ...more,
})
const list = (...visits: NewVisit[]) => visits.reduce<readonly VisitedPage[]>(withVisit, [])

describe('recently viewed pages', () => {
  it('leaves out a page without id or title [P5-04]', () => {
    const known = list(visit('1'))
    expect(withVisit(known, visit('', 2))).toBe(known)
    expect(withVisit(known, visit('2', 2, { title: '' }))).toBe(known)
    expect(withVisit(known, visit('2', 2, { title: ' ' }))).toBe(known)
  })

  it('keeps a hundred, and trims the oldest [P9-05]', () => {
    const full = list(...Array.from({ length: 100 }, (_, index) => visit(String(index), index)))
    expect(full.map(page => page.id)).toContain('0')
    const next = withVisit(full, visit('new', 1000))
    expect(next).toHaveLength(MOST_VISITED)
    expect(next[0]?.id).toBe('new')
    expect(next.map(page => page.id)).not.toContain('0')
  })

  it('counts visits of a page and puts it first', () => {
    const pages = list(visit('1', 1), visit('2', 2), visit('1', 3, { title: 'Renamed' }))
    expect(pages).toEqual([
      { ...visit('1', 3, { title: 'Renamed' }), count: 2 },
      { ...visit('2', 2), count: 1 },
    ])
  })

  it('splits the filter at white space and hyphens [P5-05]', () => {
    expect(termsOf('foo-bar baz')).toEqual(['foo', 'bar', 'baz'])
    expect(termsOf(' -  ')).toEqual([])
  })

  it('finds what has every term in title and space together', () => {
    const pages = list(visit('1', 1, { title: 'Road Map', space: 'Marketing' }), visit('2', 2, { title: 'Road works' }))
    expect(filterVisited(pages, 'ROAD-mark').map(page => page.id)).toEqual(['1'])
    expect(filterVisited(pages, '').map(page => page.id)).toEqual(['2', '1'])
    expect(filterVisited(pages, 'road nonsense')).toEqual([])
  })

  it('groups by the days of the reader', () => {
    const now = new Date(2026, 10, 21, 0, 30)
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
    const pages = list(visit('a', at(21, 0)), visit('b', at(20, 23)), visit('c', at(20, 0)), visit('d', at(19, 23)))
    expect(byDay(pages, now).map(group => [group.name, ...group.pages.map(page => page.id)])).toEqual([
      ['Today', 'a'],
      ['Yesterday', 'b', 'c'],
      ['Older', 'd'],
    ])
    expect(byDay([], now)).toEqual([])
  })

  it('takes names from the server and the last visit from either', () => {
    const [ours] = list(visit('1', 9, { title: 'Old name' }), visit('1', 10, { title: 'Old name' }))
    const theirs = { ...visit('1', 5, { title: 'New name' }), count: 7 }
    expect(merged(ours ? [ours] : [], [theirs])).toEqual([{ ...theirs, lastSeen: 10, count: 7 }])
  })

  it('reads nothing from what another program wrote', () => {
    const good = { ...visit('1'), count: 1 }
    expect(
      readVisited(
        JSON.stringify([
          good,
          { ...good, url: '//evil.example' },
          { ...good, url: '/\\evil.example' },
          { ...good, id: 7 },
          null,
          'x',
        ]),
      ),
    ).toEqual([good])
    expect([readVisited('{'), readVisited('{}'), readVisited(null)]).toEqual([[], [], []])
  })
})
