import { lazy } from 'react'
import { loadLive } from '#features/live-editing/web/index.ts'

/** The other editors of the page; in the same chunk as the text that is edited with them. */
export const lazyLivePeople = lazy(async () => ({ default: (await loadLive()).LivePeople }))
