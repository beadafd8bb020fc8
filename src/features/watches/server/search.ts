import type { App } from '#platform/server/app.ts'
import { cqlCollections, cqlFields } from '#features/search/server/index.ts'
import { contentWatched, spaceWatched, watchedContents, watchedSpaces } from './search-store.ts'

/** `watcher = …`, `watchedContent()` and `watchedSpaces()` of CQL. */
export function watchSearch({ extensions }: App): void {
  extensions.add(
    cqlFields,
    { field: 'watcher', entity: 'content', compile: contentWatched },
    { field: 'watcher', entity: 'space', compile: spaceWatched },
  )
  extensions.add(
    cqlCollections,
    { collection: 'watchedContent', ids: watchedContents },
    { collection: 'watchedSpaces', ids: watchedSpaces },
  )
}
