-- Each saved draft of a service's form has an id of its own, so that publishing names what was shown.
grant update (id) on service_forms to nothipotro_app;
