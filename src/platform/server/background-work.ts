import { extensionPoint } from './extensions.ts'

/**
 * Work that a process does after requests, beside jobs and subscribers, such as making what later requests will ask
 * for.
 */
export interface BackgroundWork {
  /** Resolves when nothing is left to do. For tests. */
  idle(): Promise<void>
  /** Resolves when what was begun is finished; nothing is begun any more. */
  stop(): Promise<void>
}
export const backgroundWork = extensionPoint<BackgroundWork>('platform.background-work')
