import { expect, it } from 'vitest'
import { EMBED_TARGETS, linkFor } from './shared.ts'

it('writes a link as each target reads it', () => {
  const links = EMBED_TARGETS.map(({ id }) => linkFor(id, 'https://wiki.example/embed/x'))
  expect(links).toEqual([
    'https://wiki.example/embed/x',
    '!https://wiki.example/embed/x!',
    ...['jira-service-desk', 'confluence', 'hipchat', 'trello', 'slack'].map(
      source => `https://wiki.example/embed/x?utm_medium=live&utm_source=${source}`,
    ),
  ])
})
