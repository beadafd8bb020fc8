import { expect, it } from 'vitest'
import { tinyId } from '#features/content-core/server/read.ts'
import { Addresses } from './addresses.ts'

const HERE = 'https://here.example/w'
const SOURCE = 'https://there.example/confluence'
const KEYS: Readonly<Record<string, string>> = { OLD: 'NEW', NEW: 'OLD', '~ada': '~grace' }
const names = { idHere: (id: number) => (id < 100 ? id + 900 : undefined), keyHere: (key: string) => KEYS[key] }
const addresses = new Addresses({ here: HERE, source: SOURCE, ...names })

it.each([
  // Addresses of the exported wiki, with and without an id.
  ['https://there.example/confluence', HERE],
  ['https://there.example/confluence/display/A/B?x=1#y', `${HERE}/display/A/B?x=1#y`],
  ['https://there.example/confluence/pages/viewpage.action?pageId=12', `${HERE}/pages/viewpage.action?pageId=912`],
  ['https://there.example/confluence/pages/viewpage.action?pageId=112', `${HERE}/pages/viewpage.action?pageId=112`],
  [`https://there.example/confluence/x/${tinyId(12)}`, `${HERE}/x/${tinyId(912)}`],
  // Paths within it.
  ['/confluence/pages/viewpage.action?pageId=12#a', '/w/pages/viewpage.action?pageId=912#a'],
  ['/pages/viewpage.action?pageId=12', '/pages/viewpage.action?pageId=912'],
  // Every place of an id.
  ['/spaces/KEY/pages/12/Title', '/spaces/KEY/pages/912/Title'],
  ['/spaces/KEY/pages/edit-v2/12', '/spaces/KEY/pages/edit-v2/912'],
  ['/spaces/KEY/blog/2024/01/31/12/News', '/spaces/KEY/blog/2024/01/31/912/News'],
  ['/download/attachments/12/a.png?version=12', '/download/attachments/912/a.png?version=12'],
  ['/download/thumbnails/12/a.png', '/download/thumbnails/912/a.png'],
  ['/rest/api/content/12', '/rest/api/content/912'],
  [
    '/pages/x.action?pageId=12&focusedCommentId=13#comment-13',
    '/pages/x.action?pageId=912&focusedCommentId=913#comment-913',
  ],
  ['/display/A/B?preview=/12/13/a.png', '/display/A/B?preview=/912/913/a.png'],
  ['/display/A/B?preview=%2F12%2F13%2Fa.png', '/display/A/B?preview=%2F912%2F913%2Fa.png'],
  ['/display/A/B?preview=/12/att13/a.png', '/display/A/B?preview=/912/att913/a.png'],
  ['/display/A/B#!/preview/12/13', '/display/A/B#!/preview/912/913'],
  ['/rest/api/content/att13/label', '/rest/api/content/att913/label'],
  ['/pages/x.action?attachmentId=att13', '/pages/x.action?attachmentId=att913'],
  // Every place of a key.
  ['https://there.example/confluence/display/OLD/A+B', `${HERE}/display/NEW/A+B`],
  ['/display/OLD/OLD', '/display/NEW/OLD'],
  ['/display/NEW?a=b', '/display/OLD?a=b'],
  ['/display/~ada/Page#OLD', '/display/~grace/Page#OLD'],
  ['/display/%7Eada', '/display/~grace'],
  ['/spaces/OLD/overview', '/spaces/NEW/overview'],
  ['/spaces/OLD/pages/12/OLD', '/spaces/NEW/pages/912/OLD'],
  ['/label/OLD/plan', '/label/NEW/plan'],
  ['/rest/api/space/OLD', '/rest/api/space/NEW'],
  ['/pages/viewpage.action?spaceKey=OLD&title=OLD', '/pages/viewpage.action?spaceKey=NEW&title=OLD'],
  ['/spaces/viewspace.action?a=b&key=OLD', '/spaces/viewspace.action?a=b&key=NEW'],
])('the address %s is %s here', (address, expected) => {
  expect(addresses.here(address) ?? address).toBe(expected)
})

it.each([
  'https://other.example/pages/viewpage.action?pageId=12',
  // Of this wiki, which is another one than the exported.
  `${HERE}/pages/viewpage.action?pageId=12`,
  `${HERE}/display/OLD`,
  '/w/pages/viewpage.action?pageId=12',
  'https://there.example/confluences/x?pageId=12',
  'https://there.example/other?pageId=12',
  '//other.example/pages/viewpage.action?pageId=12',
  'mailto:a@there.example',
  '#comment-12x',
  '/pages/viewpage.action?pageId=12x',
  '/display/A/12',
  '/x/',
  '/display/OLDER/A',
  '/display/%zz/A',
  '/other/OLD?key=OLD',
  'https://other.example/display/OLD',
  '',
])('the address %s stays as it is', address => {
  expect(addresses.here(address)).toBeUndefined()
})

it('knows the address of the exported wiki only if it is told', () => {
  const unknown = new Addresses({ here: HERE, source: undefined, ...names })
  expect(unknown.here(`${SOURCE}/pages/viewpage.action?pageId=12`)).toBeUndefined()
  expect(unknown.here(`${HERE}/pages/viewpage.action?pageId=12`)).toBe(`${HERE}/pages/viewpage.action?pageId=912`)
  expect(unknown.here(`${HERE}/x/${tinyId(12)}?a=b`)).toBe(`${HERE}/x/${tinyId(912)}?a=b`)
  expect(unknown.here('/w/pages/viewpage.action?pageId=12')).toBe('/w/pages/viewpage.action?pageId=912')
})
