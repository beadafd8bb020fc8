select *
  from "chat_room"
  where "id" = ?;

select *
  from "chat_room"
  where "space_id" = ?
  order by "id"
  limit ?;
