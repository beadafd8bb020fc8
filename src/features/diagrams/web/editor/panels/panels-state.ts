import { useSyncExternalStore } from 'react'
import type { TemplateCategory } from '../../../names.ts'
import { useEditor } from '../store/useEditor.ts'
import { NARROW } from './narrow.ts'
import { keep, kept } from './parts/kept.ts'

/** Panels that share the place at the right; one at a time. */
export const SIDE_PANELS = ['style', 'layers', 'find', 'outline'] as const
export type SidePanel = (typeof SIDE_PANELS)[number]

/** Dialogs of the panels; {@link Dialogs} draws the one that is open. */
export type DialogName = 'link' | 'templates' | 'csv' | 'shortcuts'

/** What of the panels is open. */
export interface PanelsState {
  isLibraryOpen: boolean
  side: SidePanel | null
  /** Counts how often a panel at the right was asked for: one that is open already takes the focus again. */
  asked: number
  isMinimapOpen: boolean
  dialog: DialogName | null
  /** Templates that are shown first; null for any. */
  templates: TemplateCategory | null
  /** Where the context menu stands, px of the window; null while it is closed. */
  menu: { x: number; y: number } | null
}

const KEPT = 'panels'

interface KeptPanels {
  isLibraryOpen: boolean
  isStyleOpen: boolean
  isMinimapOpen: boolean
}

/** Which panels of an editor are open. What stands beside the canvas is remembered from one time to the next. */
export class Panels {
  #state: PanelsState
  readonly #listeners = new Set<() => void>()

  constructor() {
    const narrow = isNarrow()
    const before = kept(KEPT, isKept) ?? { isLibraryOpen: true, isStyleOpen: true, isMinimapOpen: true }
    this.#state = {
      isLibraryOpen: before.isLibraryOpen && !narrow, side: before.isStyleOpen && !narrow ? 'style' : null,
      asked: 0, isMinimapOpen: before.isMinimapOpen && !narrow, dialog: null, templates: null, menu: null,
    }
    // A tablet that is turned has room for one sheet.
    matchMedia(NARROW).addEventListener('change', ({ matches }) => {
      if (matches && this.#state.side) this.#set({ isLibraryOpen: false })
    })
  }

  readonly state = (): PanelsState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens a panel at the right in the place of the one there, or closes them with null. */
  showSide(side: SidePanel | null): void {
    this.#set({ side, asked: this.#state.asked + 1, ...(side && isNarrow() ? { isLibraryOpen: false } : {}) })
  }

  toggleSide(side: SidePanel): void {
    this.showSide(this.#state.side === side ? null : side)
  }

  showLibrary(isLibraryOpen: boolean): void {
    this.#set({ isLibraryOpen, ...(isLibraryOpen && isNarrow() ? { side: null } : {}) })
  }

  /** Closes what covers the canvas on narrow screens, so that what was just done there is seen. */
  makeRoom(): void {
    if (isNarrow()) this.#set({ isLibraryOpen: false, side: null })
  }

  showMinimap(isMinimapOpen: boolean): void {
    this.#set({ isMinimapOpen })
  }

  showDialog(dialog: DialogName | null): void {
    this.#set({ dialog, menu: null })
  }

  /** Offers templates, those of a category first. */
  showTemplates(templates: TemplateCategory | null = null): void {
    this.#set({ dialog: 'templates', templates, menu: null })
  }

  /** Opens the context menu for what is selected at a place of the window. */
  showMenu(menu: PanelsState['menu']): void {
    this.#set({ menu })
  }

  #set(fields: Partial<PanelsState>): void {
    this.#state = { ...this.#state, ...fields }
    const { isLibraryOpen, side, isMinimapOpen } = this.#state
    // On a narrow screen panels come and go; what a wide one had stays remembered.
    if (!isNarrow()) keep(KEPT, { isLibraryOpen, isStyleOpen: side !== null, isMinimapOpen } satisfies KeptPanels)
    for (const listener of this.#listeners) listener()
  }
}

/** Which panels of the editor above are open. */
export function usePanels(): PanelsState & { panels: Panels } {
  const { panels } = useEditor()
  return { ...useSyncExternalStore(panels.subscribe, panels.state), panels }
}

function isNarrow(): boolean {
  return matchMedia(NARROW).matches
}

function isKept(value: unknown): value is KeptPanels {
  return typeof value === 'object' && value !== null
    && ['isLibraryOpen', 'isStyleOpen', 'isMinimapOpen'].every(key => typeof (value as Record<string, unknown>)[key] === 'boolean')
}
