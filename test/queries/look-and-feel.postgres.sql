insert into "space_colour_scheme" ("space_id", "custom", "colours")
  values (…)
  on conflict ("space_id") do update
  set "custom" = ?, "colours" = ?;

select "space_id"
  from "space_colour_scheme"
  where "custom" = ?
  limit ?;

select *
  from "space_colour_scheme"
  where "space_id" = ?;
