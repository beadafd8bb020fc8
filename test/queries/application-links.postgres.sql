select *
  from "entity_link"
  where "space_id" = ?
  order by "type_id", "is_primary" desc, "entity_key"
  limit ?;

select *
  from "entity_link"
  where "space_id" = ? and "type_id" = ? and "application_id" = ? and "entity_key" = ?;
