import io.unitycatalog.server.UnityCatalogServer;

/**
 * Starts the catalogue server alone, which listens on the loopback address. Its own main class also starts a transcoder, and that one
 * listens everywhere.
 */
class StartUnityCatalog {
  public static void main(String[] arguments) {
    UnityCatalogServer.builder().port(Integer.parseInt(arguments[0])).build().start();
  }
}
