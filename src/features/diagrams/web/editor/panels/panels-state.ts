import { useSyncExternalStore } from 'react'
import type { TemplateCategory } from '../../../names.ts'
import { useEditor } from '../store/useEditor.ts'
import { NARROW } from './narrow.ts'
import { storeSetting, readSetting } from '../store/settings.ts'

/** Panels at the right; one at a time. */
export const SIDE_PANELS = ['style', 'layers', 'find', 'outline'] as const
export type SidePanel = (typeof SIDE_PANELS)[number]

/** Dialogs; {@link Dialogs} shows the open one. */
export type DialogName = 'link' | 'templates' | 'csv' | 'shortcuts' | 'print'

/** Open panels. */
export interface PanelsState {
  isLibraryOpen: boolean
  side: SidePanel | null
  /** Counter of requests for a right panel: an open one takes the focus again. */
  focusRequests: number
  isMinimapOpen: boolean
  dialog: DialogName | null
  /** Templates to show first; null for any. */
  templates: TemplateCategory | null
  /** Position of the context menu, px of the window; null while closed. */
  menu: { x: number; y: number } | null
}

const SETTING = 'panels'

interface StoredPanels {
  isLibraryOpen: boolean
  isStyleOpen: boolean
  isMinimapOpen: boolean
}

/** State of an editor's panels; those beside the canvas are stored in the browser. */
export class Panels {
  #state: PanelsState
  readonly #listeners = new Set<() => void>()

  constructor() {
    const narrow = isNarrow()
    const before = readSetting(SETTING, isStored) ?? { isLibraryOpen: true, isStyleOpen: true, isMinimapOpen: false }
    this.#state = {
      isLibraryOpen: before.isLibraryOpen && !narrow,
      side: before.isStyleOpen && !narrow ? 'style' : null,
      focusRequests: 0,
      isMinimapOpen: before.isMinimapOpen && !narrow,
      dialog: null,
      templates: null,
      menu: null,
    }
    // A rotated tablet has room for one sheet.
    matchMedia(NARROW).addEventListener('change', ({ matches }) => {
      if (matches && this.#state.side) this.#set({ isLibraryOpen: false })
    })
  }

  readonly state = (): PanelsState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens a right panel instead of the current one, or closes them with null. */
  showSide(side: SidePanel | null): void {
    this.#set({
      side,
      focusRequests: this.#state.focusRequests + 1,
      ...(side && isNarrow() ? { isLibraryOpen: false } : {}),
    })
  }

  toggleSide(side: SidePanel): void {
    this.showSide(this.#state.side === side ? null : side)
  }

  showLibrary(isLibraryOpen: boolean): void {
    this.#set({ isLibraryOpen, ...(isLibraryOpen && isNarrow() ? { side: null } : {}) })
  }

  /** Closes sheets that cover the canvas on narrow screens. */
  makeRoom(): void {
    if (isNarrow()) this.#set({ isLibraryOpen: false, side: null })
  }

  showMinimap(isMinimapOpen: boolean): void {
    this.#set({ isMinimapOpen })
  }

  showDialog(dialog: DialogName | null): void {
    this.#set({ dialog, menu: null })
  }

  /** Opens the templates, a category first. */
  showTemplates(templates: TemplateCategory | null = null): void {
    this.#set({ dialog: 'templates', templates, menu: null })
  }

  /** Opens the context menu of the selection. */
  showMenu(menu: PanelsState['menu']): void {
    this.#set({ menu })
  }

  #set(fields: Partial<PanelsState>): void {
    this.#state = { ...this.#state, ...fields }
    const { isLibraryOpen, side, isMinimapOpen } = this.#state
    // Narrow screens do not change the stored state.
    if (!isNarrow())
      storeSetting(SETTING, { isLibraryOpen, isStyleOpen: side !== null, isMinimapOpen } satisfies StoredPanels)
    for (const listener of this.#listeners) listener()
  }
}

export function usePanels(): PanelsState & { panels: Panels } {
  const { panels } = useEditor()
  return { ...useSyncExternalStore(panels.subscribe, panels.state), panels }
}

function isNarrow(): boolean {
  return matchMedia(NARROW).matches
}

function isStored(value: unknown): value is StoredPanels {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['isLibraryOpen', 'isStyleOpen', 'isMinimapOpen'].every(
      key => typeof (value as Record<string, unknown>)[key] === 'boolean',
    )
  )
}
