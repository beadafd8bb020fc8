/** Languages that code is coloured in, by the names that authors know; others may be typed. */
export const CODE_LANGUAGES: readonly string[] =
  `text actionscript applescript bash c c# c++ clojure cmake css dart delphi diff dockerfile elixir erlang go gradle
  graphql groovy haskell html http ini java javascript json kotlin latex less lua makefile markdown matlab nginx
  objective-c perl php powershell properties protobuf python r ruby rust sass scala shell sql swift toml typescript
  vb xml yaml`.split(/\s+/)
