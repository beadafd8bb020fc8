declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Colours of a space. They stay when it goes back to those of the wiki, see `custom`. */
    space_colour_scheme: { space_id: number; custom: number; colours: string }
  }
}

export {}
