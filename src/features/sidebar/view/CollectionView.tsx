import type { ResponseOf } from '#platform/contract.ts'
import { fullTime } from '#platform/friendly-time.ts'
import type { Reader } from '#platform/view/reader.ts'
import { COLLECTIONS, type CollectionName } from '../collections.ts'
import type { listCollection } from '../contract.ts'

type Collection = ResponseOf<typeof listCollection>

/** Create link of a collection; nothing without permission. */
export function CreateInCollectionView({
  href,
  name,
  reader: { t },
}: {
  href: string
  name: CollectionName
  reader: Reader
}) {
  if (href === '') return null
  return (
    <p>
      <a className="ox-create" href={href}>
        {t(COLLECTIONS[name].create)}
      </a>
    </p>
  )
}

/** Pages or posts with author and time. */
export function CollectionView({
  items,
  reader: { locale },
}: {
  items: Readonly<Collection['results']>
  reader: Reader
}) {
  return (
    <ul className="ox-collection">
      {items.map(item => (
        <li key={item.id}>
          <a href={item.url}>{item.title}</a>
          <span>{`${item.authorName}, ${fullTime(Date.parse(item.at), locale)}`}</span>
        </li>
      ))}
    </ul>
  )
}
