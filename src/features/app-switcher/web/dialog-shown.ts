import { shared } from '#platform/web/shared.ts'

/** The entity whose related links the open dialog shows. */
export interface Entity {
  key: string
  name: string
  entityType: string
}

/** Set while the dialog is open; it outlives the app switcher from which it is opened. */
export const dialogShown = shared<Entity | undefined>(undefined)
