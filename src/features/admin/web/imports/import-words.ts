import { t } from '#platform/web/i18n.ts'
import type { Tone } from '#platform/web/ui/Lozenge.tsx'
import type { ImportEffect, ImportState, SpaceImportView } from '#features/space-import/contract.ts'

/** Whether an import waits or runs. */
export function isGoing({ state }: Pick<SpaceImportView, 'state'>): boolean {
  return state === 'CANCELLING' || isCancellable({ state })
}

/** Whether an import waits or runs, and was not cancelled. */
export function isCancellable({ state }: Pick<SpaceImportView, 'state'>): boolean {
  return state === 'ANALYSING' || state === 'QUEUED' || state === 'PROCESSING'
}

/** Whether the spaces and people of an import can be chosen. */
export function isReviewable({ state, canGoOn }: Pick<SpaceImportView, 'state' | 'canGoOn'>): boolean {
  return canGoOn && (state === 'READY' || state === 'CANCELLED' || state === 'FAILED')
}

/** Address of the screen of an import. @param view default: what its state calls for */
export function pathOfImport(id: string, view?: 'review'): string {
  return `/admin/imports?import=${id}${view ? `&view=${view}` : ''}`
}

export const STATE_TONES: Record<ImportState, Tone> = {
  ANALYSING: 'info',
  READY: 'info',
  QUEUED: 'neutral',
  PROCESSING: 'info',
  CANCELLING: 'neutral',
  CANCELLED: 'neutral',
  FINISHED: 'success',
  FAILED: 'danger',
}

export function stateWord(state: ImportState): string {
  switch (state) {
    case 'ANALYSING':
      return t('Being read')
    case 'READY':
      return t('Ready to review')
    case 'QUEUED':
      return t('Waiting')
    case 'PROCESSING':
      return t('Running')
    case 'CANCELLING':
      return t('Being cancelled')
    case 'CANCELLED':
      return t('Cancelled')
    case 'FINISHED':
      return t('Done')
    case 'FAILED':
      return t('Failed')
  }
}

export function originWord(origin: SpaceImportView['origin']): string {
  switch (origin) {
    case 'upload':
      return t('Uploaded file')
    case 'command':
      return t('Command line')
    case 'restore':
      return t('Restored backup')
  }
}

/** How an import goes on whose process has ended. */
export function interruptedHint(origin: SpaceImportView['origin']): string {
  switch (origin) {
    case 'upload':
      return t('It goes on by itself once the server runs again.')
    case 'command':
      return t('Run oxbow import with the same file again to go on.')
    case 'restore':
      return t('Run oxbow restore again to go on.')
  }
}

export function effectWord(effect: ImportEffect): string {
  switch (effect) {
    case 'changed':
      return t('Changed')
    case 'skipped':
      return t('Left out')
    case 'noted':
      return t('To look at')
  }
}

export const EFFECT_TONES: Record<ImportEffect, Tone> = { changed: 'info', skipped: 'warning', noted: 'neutral' }
