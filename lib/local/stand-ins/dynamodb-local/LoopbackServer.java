/**
 * Starts DynamoDB Local with its own command-line options, on the loopback address in the first argument. Its command
 * line has no option for the address and would offer the tables to the whole network. The runner class is found by
 * reflection, because version 3 moved it.
 */
public class LoopbackServer {
  public static void main(String[] arguments) throws Exception {
    String address = arguments[0];
    String[] options = java.util.Arrays.copyOfRange(arguments, 1, arguments.length);
    Object tables = runner().getMethod("createServerFromCommandLineArgs", String[].class).invoke(null, (Object) options);
    var field = tables.getClass().getDeclaredField("server");
    field.setAccessible(true);
    Object server = field.get(tables);
    for (Object connector : (Object[]) server.getClass().getMethod("getConnectors").invoke(server)) {
      connector.getClass().getMethod("setHost", String.class).invoke(connector, address);
    }
    tables.getClass().getMethod("start").invoke(tables);
    System.out.println("listening on " + address);
  }

  private static Class<?> runner() throws ClassNotFoundException {
    try {
      return Class.forName("software.amazon.dynamodb.services.local.main.ServerRunner");
    } catch (ClassNotFoundException versionTwo) {
      return Class.forName("com.amazonaws.services.dynamodbv2.local.main.ServerRunner");
    }
  }
}
