/** User settings screen in the navigation of the settings. */
export interface SettingsArea {
  path: string
  /** i18n key. */
  title: string
  /** Ascending. */
  order: number
}

const areas: SettingsArea[] = []

/** Registers settings screens; called once per feature. */
export function registerSettingsAreas(added: readonly SettingsArea[]): void {
  areas.push(...added)
  areas.sort((a, b) => a.order - b.order)
}

/** Settings screens of all features, in navigation order. */
export function settingsAreas(): readonly SettingsArea[] {
  return areas
}
