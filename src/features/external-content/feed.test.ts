import { expect, it } from 'vitest'
import { MOST_ENTRIES, parseFeed } from './server/feed.ts'

const RSS = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "boom">]>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
  <title>News &amp; more</title><link>https://example.org/</link><atom:link rel="self" href="https://example.org/feed"/>
  <item><title>One &lt;b&gt;bold&lt;/b&gt;</title><link>https://example.org/1</link>
    <description><![CDATA[<p>First <script>alert(1)</script>&amp; <img src=x onerror=y> last</p>]]></description>
    <pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate></item>
  <item><title>Two</title><link>javascript:alert(1)</link><description>&x;</description></item>
</channel></rss>`

it('reads RSS as plain texts, without entities of the document', () => {
  const feed = parseFeed(RSS)
  expect(feed?.title).toBe('News & more')
  expect(feed?.link).toBe('https://example.org/')
  expect(feed?.entries[0]).toEqual({
    title: 'One bold',
    link: 'https://example.org/1',
    at: Date.UTC(2025, 5, 10, 4),
    summary: 'First & last',
  })
  expect(JSON.stringify(feed)).not.toContain('boom')
})

it('reads Atom and RDF', () => {
  const atom = parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>
    <entry><title>E</title><link rel="edit" href="https://example.org/edit"/><link href="https://example.org/e"/>
    <updated>2025-06-10T04:00:00Z</updated><content type="html">&lt;p&gt;text&lt;/p&gt;</content></entry></feed>`)
  expect(atom?.entries).toEqual([
    { title: 'E', link: 'https://example.org/e', at: Date.UTC(2025, 5, 10, 4), summary: 'text' },
  ])
  const rdf = parseFeed(`<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d">
    <channel><title>R</title></channel><item><title>I</title><dc:date>2025-06-10</dc:date></item></rdf:RDF>`)
  expect([rdf?.title, rdf?.entries.map(({ title, at }) => [title, at])]).toEqual(['R', [['I', Date.UTC(2025, 5, 10)]]])
})

it('keeps a limited number of entries and of characters, and refuses what is no feed', () => {
  const many = parseFeed(
    `<rss><channel>${`<item><title>${'x'.repeat(9999)}</title></item>`.repeat(999)}</channel></rss>`,
  )
  expect(many?.entries.length).toBe(MOST_ENTRIES)
  expect(many?.entries[0]?.title.length).toBe(300)
  for (const text of ['', 'no feed', '<html><body>x</body></html>', '{"a":1}', '<a>'.repeat(5000)])
    expect(parseFeed(text), text.slice(0, 20)).toBeUndefined()
})
