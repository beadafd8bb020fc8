import type { Context } from '#platform/server/context.ts'
import { extensionPoint, type ExtensionPoint } from '#platform/server/extensions.ts'

/** Something that a new wiki gets when its administrator wants it to be shown around in, e.g. a demonstration space. */
export interface SetupStep {
  /** For the log. */
  readonly name: string
  /**
   * Runs once, after the administrator exists, in their name. Its errors are logged; the set-up is done all the same.
   */
  run(ctx: Context): Promise<void>
}

/** Features add to it when they register; steps run in that order. */
export const setupSteps: ExtensionPoint<SetupStep> = extensionPoint('setup.steps')
