delete
  from "site_emoji"
  where "id" = ?
  returning *;

select *
  from "site_emoji"
  order by "name";
