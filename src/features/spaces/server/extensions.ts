import type { RawBuilder, SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Expand } from '#platform/server/http/expand.ts'
import type { Space } from './store.ts'

/** Work inside the transaction that creates a space, after its grants: content makes the home page here. */
export const spaceCreationSteps =
  extensionPoint<(tx: WriteTransaction, ctx: Context, space: Space) => Promise<void>>('spaces.creation-steps')

/**
 * Removes a part of what a space holds. Called again and again with separate transactions until it answers 0, so one
 * call should remove a batch (a few hundred rows). Must be repeatable: after a crash it starts over.
 */
export interface SpaceDeletionStep {
  readonly name: string
  /** How many rows are left to remove; for the progress that people see. */
  count(app: App, spaceId: number): Promise<number>
  /** Removes a batch. @returns how many rows were removed; 0 when nothing is left. */
  remove(tx: WriteTransaction, spaceId: number): Promise<number>
}

/** Run in the order of registration by the job that empties a deleted space. */
export const spaceDeletionSteps = extensionPoint<SpaceDeletionStep>('spaces.deletion-steps')

/** A further part of a space's answer, e.g. `homepage` or `metadata.labels`. */
export interface SpaceExpansion {
  /** Name under which clients ask for it; a dot nests. */
  readonly name: string
  /** Values by space id for the spaces of one answer, in as few queries as possible. Absent ids stay unexpanded. */
  load(ctx: Context, spaces: readonly Space[], expand: Expand): Promise<ReadonlyMap<number, unknown>>
}

export const spaceExpansions = extensionPoint<SpaceExpansion>('spaces.expansions')

/** A further query parameter of `GET /rest/api/space`, e.g. `label`. */
export interface SpaceFilter {
  readonly parameter: string
  /** A predicate over the rows of `space`. Parameters without it are not called. */
  where(ctx: Context, values: readonly string[]): RawBuilder<SqlBool>
}

export const spaceFilters = extensionPoint<SpaceFilter>('spaces.filters')

/**
 * Says whether a page may become the home page of a space: throws an HttpError 400 that says why not. Content registers
 * the one check there is; without it no home page can be set.
 */
export const homePageChecks =
  extensionPoint<(ctx: Context, space: Space, pageId: number) => Promise<void>>('spaces.home-page-checks')
