import { describe, expect, it } from 'vitest'
import type { Reference, Resolved } from '../index.ts'
import { htmlOf, testHost } from '../testing.ts'

const picture = {
  kind: 'attachment',
  id: 'att9',
  version: 2,
  filename: 'f.png',
  mediaType: 'image/png',
  niceType: 'Image',
  url: '/download/attachments/42/f.png?version=2&api=v2',
  thumbnailUrl: '/download/thumbnails/42/f.png',
  containerId: '42',
  containerVersion: 3,
  width: 800,
  height: 600,
} as const
const pdf = { ...picture, id: 'att8', filename: 'd.pdf', mediaType: 'application/pdf', niceType: 'PDF Document' }

const host = testHost([
  [
    { kind: 'page', title: 'A b' },
    { kind: 'content', id: '7', type: 'page', title: 'A b', spaceKey: 'DS', url: '/display/DS/A+b', version: 5 },
  ],
  [
    { kind: 'blog-post', title: 'News', postingDay: '2024/01/02' },
    { kind: 'content', id: '8', type: 'blogpost', title: 'News', spaceKey: 'DS', url: '/display/DS/2024/01/02/News' },
  ],
  [
    { kind: 'content-entity', id: '9' },
    { kind: 'content', id: '9', type: 'page', title: 'Nine', spaceKey: 'DS', url: '/x/nine' },
  ],
  [
    { kind: 'space', spaceKey: 'S' },
    { kind: 'space', key: 'S', name: 'Space S', url: '/display/S' },
  ],
  [
    { kind: 'user', userKey: 'k1' },
    { kind: 'user', username: 'ann', userKey: 'k1', displayName: 'Ann A', url: '/display/~ann' },
  ],
  [
    { kind: 'shortcut', key: 'jira', parameter: 'A-1' },
    { kind: 'url', url: 'https://jira.example/A-1' },
  ],
  [{ kind: 'attachment', filename: 'f.png' }, picture],
  [{ kind: 'attachment', filename: 'd.pdf' }, pdf],
  [
    { kind: 'attachment', filename: 'e.zip' },
    { ...pdf, filename: 'e.zip', thumbnailUrl: undefined } as unknown as Resolved,
  ],
] satisfies ReadonlyArray<readonly [Reference, Resolved]>)

const data =
  'data-linked-resource-id="att9" data-linked-resource-version="2" data-linked-resource-type="attachment"' +
  ' data-linked-resource-default-alias="f.png" data-linked-resource-content-type="image/png"' +
  ' data-linked-resource-container-id="42" data-linked-resource-container-version="3" data-nice-type="Image"'
const embedded = `${data} data-mime-type="image/png" data-has-thumbnail="true" data-file-src="/ctx/download/attachments/42/f.png?version=2&amp;api=v2"`
const href = '/ctx/download/attachments/42/f.png?version=2&amp;api=v2'

describe('links', () => {
  it.each([
    [
      '<ac:link><ri:page ri:content-title="A b" /></ac:link>',
      '<a href="/ctx/display/DS/A+b" data-linked-resource-id="7" data-linked-resource-version="5" data-linked-resource-type="page">A b</a>',
    ],
    [
      '<ac:link ac:anchor="Sec one" ac:tooltip="tip"><ri:page ri:content-title="A b" /><ac:link-body>x <em>y</em></ac:link-body></ac:link>',
      '<a href="/ctx/display/DS/A+b#Ab-Secone" data-linked-resource-id="7" data-linked-resource-version="5" data-linked-resource-type="page" title="tip">x <em>y</em></a>',
    ],
    [
      '<ac:link><ri:page ri:content-title="Not there" ri:space-key="X" /><ac:plain-text-link-body><![CDATA[<t>]]></ac:plain-text-link-body></ac:link>',
      '<a class="createlink" href="/ctx/pages/createpage.action?spaceKey=X&amp;title=Not+there&amp;fromPageId=42">&lt;t&gt;</a>',
    ],
    [
      '<ac:link><ri:page ri:content-title="Not there" /></ac:link>',
      '<a class="createlink" href="/ctx/pages/createpage.action?spaceKey=DS&amp;title=Not+there&amp;fromPageId=42">Not there</a>',
    ],
    ['<ac:link ac:anchor="Some where" />', '<a href="#OurPage-Somewhere">Some where</a>'],
    [
      '<ac:link ac:anchor="x"><ac:plain-text-link-body><![CDATA[go]]></ac:plain-text-link-body></ac:link>',
      '<a href="#OurPage-x">go</a>',
    ],
    [
      '<ac:link><ri:blog-post ri:content-title="News" ri:posting-day="2024/01/02" /></ac:link>',
      '<a href="/ctx/display/DS/2024/01/02/News" data-linked-resource-id="8" data-linked-resource-type="blogpost">News</a>',
    ],
    [
      '<ac:link><ri:content-entity ri:content-id="9" /></ac:link>',
      '<a href="/ctx/x/nine" data-linked-resource-id="9" data-linked-resource-type="page">Nine</a>',
    ],
    [
      '<ac:link><ri:content-entity ri:content-id="1" /></ac:link>',
      '<span class="unresolved-link">Unknown content</span>',
    ],
    ['<ac:link><ri:space ri:space-key="S" /></ac:link>', '<a href="/ctx/display/S">Space S</a>'],
    ['<ac:link><ri:space ri:space-key="T" /></ac:link>', '<span class="unresolved-link">T</span>'],
    [
      '<ac:link><ri:user ri:userkey="k1" /></ac:link>',
      '<a class="confluence-userlink user-mention" data-username="ann" href="/ctx/display/~ann" data-userkey="k1">Ann A</a>',
    ],
    [
      '<ac:link><ri:user ri:username="gone" /></ac:link>',
      '<span class="confluence-userlink user-mention unknown-user" data-username="gone">gone</span>',
    ],
    [
      '<ac:link><ri:user ri:account-id="5b:1" /></ac:link>',
      '<span class="confluence-userlink user-mention unknown-user">Unknown user</span>',
    ],
    [
      '<ac:link><ri:shortcut ri:key="jira" ri:parameter="A-1" /></ac:link>',
      '<a class="external-link" href="https://jira.example/A-1" rel="nofollow noopener">https://jira.example/A-1</a>',
    ],
    ['<ac:link><ri:shortcut ri:key="g" ri:parameter="q" /></ac:link>', '<span class="unresolved-link">q@g</span>'],
    ['<ac:link><ri:attachment ri:filename="f.png" /></ac:link>', `<a href="${href}" ${data}>f.png</a>`],
    [
      '<ac:link><ri:attachment ri:filename="none.pdf" /></ac:link>',
      '<span class="unknown-attachment" title="Unknown attachment">none.pdf</span>',
    ],
    [
      '<ac:link><ri:url ri:value="javascript:alert(1)" /></ac:link>',
      '<span class="unresolved-link">javascript:alert(1)</span>',
    ],
    ['<a href="javascript:alert(1)">x</a>', '<span>x</span>'],
    [
      '<a href="https://other.example/" target="_blank" class="x">y</a>',
      '<a class="external-link" href="https://other.example/" rel="nofollow noopener" target="_blank">y</a>',
    ],
    ['<a href="https://wiki.example.com/ctx/x/y">y</a>', '<a href="https://wiki.example.com/ctx/x/y">y</a>'],
    [
      '<a href="https://wiki.example.com/ctxual">y</a>',
      '<a class="external-link" href="https://wiki.example.com/ctxual" rel="nofollow noopener">y</a>',
    ],
    ['<a href="#top">y</a>', '<a href="#top">y</a>'],
    ['<ac:link>text</ac:link>', '<span></span>'],
  ])('%s', async (source, expected) => {
    expect(await htmlOf(source, { host })).toBe(expected)
  })

  it('completes what an author wrote, in an export', async () => {
    const source = '<a href="/ctx/x?y">x</a><a href="#z">z</a><img src="/ctx/i.png" alt="" />'
    const html = await htmlOf(source, { mode: 'export_view' })
    expect(html).toContain('<a href="https://wiki.example.com/ctx/x?y">x</a><a href="#z">z</a>')
    expect(html).toContain(' src="https://wiki.example.com/ctx/i.png"')
    expect(await htmlOf(source)).toContain('<a href="/ctx/x?y">x</a>')
  })

  it('says the whole address in an export', async () => {
    const html = await htmlOf('<ac:link><ri:space ri:space-key="S" /></ac:link>', { host, mode: 'export_view' })
    expect(html).toBe('<a href="https://wiki.example.com/ctx/display/S">Space S</a>')
  })
})

describe('images', () => {
  const wrapped = (inside: string, extra = ' confluence-embedded-manual-size'): string =>
    `<span class="confluence-embedded-file-wrapper${extra}">${inside}</span>`

  it.each([
    [
      '<ac:image><ri:attachment ri:filename="f.png" /></ac:image>',
      wrapped(
        `<img class="confluence-embedded-image" src="${href}" alt="f.png" width="800" height="600" data-image-src="${href}" ${embedded} loading="lazy">`,
        '',
      ),
    ],
    [
      '<ac:image ac:width="400px" ac:align="center" ac:border="true" ac:alt="Alt" ac:title="T" ac:style="width: 9px; position: fixed"><ri:attachment ri:filename="f.png" /></ac:image>',
      wrapped(
        `<img class="confluence-embedded-image image-center confluence-content-image-border" src="${href}" alt="Alt" title="T" style="width: 9px" width="400" height="300" data-image-src="${href}" ${embedded} loading="lazy">`,
        ' image-center-wrapper confluence-embedded-manual-size',
      ),
    ],
    [
      '<ac:image ac:thumbnail="true" ac:height="150"><ri:attachment ri:filename="f.png" /></ac:image>',
      wrapped(
        `<img class="confluence-embedded-image confluence-thumbnail" src="/ctx/download/thumbnails/42/f.png" alt="f.png" height="150" data-image-src="${href}" ${embedded} loading="lazy">`,
      ),
    ],
    [
      '<ac:image ac:layout="align-end"><ri:url ri:value="https://x.example/a.png" /></ac:image>',
      wrapped(
        '<img class="confluence-embedded-image confluence-external-resource image-right" src="https://x.example/a.png" alt="" data-image-src="https://x.example/a.png" loading="lazy">',
        ' image-right-wrapper image-unwrapped',
      ),
    ],
    ...(
      [
        ['ac:align="left"', 'image-left-wrapper'],
        ['ac:align="left" ac:layout="align-start"', 'image-left-wrapper image-unwrapped'],
        ['ac:align="right" ac:layout="wrap-right"', 'image-right-wrapper'],
        ['ac:align="left" ac:layout="align-end"', 'image-left-wrapper'],
        ['ac:align="center" ac:layout="wide"', 'image-center-wrapper'],
      ] as const
    ).map(([written, place]) => [
      `<ac:image ${written}><ri:url ri:value="javascript:x" /></ac:image>`,
      wrapped('<span class="unknown-attachment">javascript:x</span>', ` ${place}`),
    ]),
    [
      '<ac:image><ri:url ri:value="image.png" /></ac:image>',
      '<span class="confluence-embedded-file-wrapper"><span class="unknown-attachment">image.png</span></span>',
    ],
    [
      '<ac:image><ri:url ri:value="javascript:x" /></ac:image>',
      wrapped('<span class="unknown-attachment">javascript:x</span>', ''),
    ],
    [
      '<ac:image><ri:attachment ri:filename="no.png" /></ac:image>',
      wrapped(
        '<span class="unknown-attachment" role="img" aria-label="Unknown attachment: no.png" title="Unknown attachment">no.png</span>',
        '',
      ),
    ],
    [
      '<p><ac:image><ri:attachment ri:filename="no.png" /><ac:caption><p>Cap</p></ac:caption></ac:image></p>',
      '<div class="paragraph"><figure class="captioned-image"><span class="confluence-embedded-file-wrapper">' +
        '<span class="unknown-attachment" role="img" aria-label="Unknown attachment: no.png" title="Unknown attachment">no.png</span>' +
        '</span><figcaption class="caption"><p>Cap</p></figcaption></figure></div>',
    ],
    [
      '<img src="/x.png" width="10" height="x" onerror="y" />',
      '<img class="confluence-embedded-image confluence-external-resource" src="/x.png" alt="" width="10" loading="lazy">',
    ],
    ['<img src="data:text/html,x" alt="a" />', '<span class="unknown-attachment">a</span>'],
  ])('%s', async (source, expected) => {
    expect(await htmlOf(source, { host })).toBe(expected)
  })

  it('shows files that are no pictures by their thumbnail or their name', async () => {
    const html = await htmlOf('<ac:image><ri:attachment ri:filename="d.pdf" /></ac:image>', { host })
    expect(html).toContain('<a class="confluence-embedded-file" href=')
    expect(html).toContain('data-mime-type="application/pdf" data-has-thumbnail="true" data-file-src=')
    expect(html).toContain('<img src="/ctx/download/thumbnails/42/f.png" alt="d.pdf" loading="lazy">')
    const bare = await htmlOf('<ac:image><ri:attachment ri:filename="e.zip" /></ac:image>', { host })
    expect(bare).toContain('data-has-thumbnail="false"')
    expect(bare).toContain('>e.zip</a>')
  })
})
